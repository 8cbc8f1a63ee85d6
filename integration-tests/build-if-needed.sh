# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the scripts beside it, with $program set to their name: checks the tools, builds what is
# older than its sources, and sets $module, $root, $java and $built (the file with the class path).

module="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(dirname "$module")"

fail() {
  echo "$program: $*" >&2
  exit 1
}

java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
command -v "$java" >/dev/null || fail "Java 17 or newer is needed (a JDK, to build); no 'java' found"
version="$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')"
case "$version" in
  1.* | "") fail "Java 17 or newer is needed; '$java' is ${version:-of unknown version}" ;;
esac
[ "$version" -ge 17 ] || fail "Java 17 or newer is needed; '$java' is $version"
command -v mvn >/dev/null || fail "Maven (mvn) 3.8 or newer is needed"
case "${BLOCKHOUSE_IT_SERVERS:-auto}" in
  docker) ;;
  *) command -v npm >/dev/null || fail "npm is needed: it fetches the ClickHouse library once" ;;
esac

# The last build's end is the age of classpath.txt; anything newer in the sources means: build again.
built="$module/target/classpath.txt"
needs_build() {
  [ -f "$built" ] || return 0
  [ -d "$module/target/classes/io" ] || return 0
  compgen -G "$root/connector/target/blockhouse-connect-clickhouse-*.zip" >/dev/null || return 0
  [ -n "$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src "$root/config-examples" \
    -name target -prune -o -type f -newer "$built" -print -quit)" ]
}
if needs_build; then
  echo "Building (mvn -DskipTests package) ..."
  (cd "$root" && mvn -B -ntp -q -DskipTests package) || fail "the build failed"
fi
