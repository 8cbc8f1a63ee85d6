// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.tls.TestIdentity;
import io.blockhouse.wire.tls.TlsRelay;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is trusted, and what a user is told when somebody is not. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsConnectionTest {
  private static final TestIdentity CA = TestIdentity.authority("Test CA");
  private static final TestIdentity OTHER_CA = TestIdentity.authority("Other CA");
  private static final TestIdentity SERVER = CA.issue("server", "localhost", "127.0.0.1");

  private static Deadline soon() {
    return Deadline.afterMs(10_000);
  }

  private static TlsOptions.Builder trustingCa() {
    return TlsOptions.builder().ca(CA.certificatePem());
  }

  private static void wholeSession(ConnectionOptions options) {
    try (NativeConnection connection = NativeConnection.connect(options, soon())) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      insert.write(ExampleBlocks.twoRows(), soon());
      insert.end(soon());
      assertThat(insert.await(soon())).isTrue();
    }
  }

  private static void play(ScriptedPeer peer) {
    peer.shakeHands();
    peer.acceptInsert();
    peer.readBlocks();
    peer.send(ScriptedPeer.END_OF_STREAM);
  }

  private interface Step {
    void run(ConnectionOptions.Builder options, TlsRelay relay) throws Exception;
  }

  /** A relay of this identity before a server that would play a whole session. */
  private static void behind(TestIdentity identity, TestIdentity clientsFrom, Step step)
      throws Exception {
    try (ScriptedServer server = new ScriptedServer(TlsConnectionTest::play);
        TlsRelay relay =
            new TlsRelay(
                identity.serverContext(clientsFrom),
                clientsFrom != null,
                "127.0.0.1",
                server.port())) {
      step.run(server.options().port(relay.port()), relay);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void insertsOverTls(String protocol) throws Exception {
    behind(
        SERVER,
        null,
        (options, relay) -> {
          relay.protocols(protocol);
          wholeSession(options.tls(trustingCa().build()).build());
          assertThat(relay.handshakes()).isEqualTo(1);
          assertThat(relay.serverName()).as("an address is no name to ask for").isEmpty();
        });
  }

  @Test
  void asksForTheServerByItsName() throws Exception {
    behind(
        SERVER,
        null,
        (options, relay) -> {
          wholeSession(options.host("localhost").tls(trustingCa().build()).build());
          assertThat(relay.serverName()).isEqualTo("localhost");
        });
  }

  @Test
  void trustsAServerCertificateGivenAsItsOwnAuthority() throws Exception {
    behind(
        SERVER,
        null,
        (options, relay) ->
            wholeSession(
                options.tls(TlsOptions.builder().ca(SERVER.certificatePem()).build()).build()));
  }

  private static void refusedWith(ConnectionOptions options, String... texts) {
    assertThatThrownBy(() -> wholeSession(options))
        .isInstanceOf(ConnectionException.class)
        .hasMessageStartingWith(options.host() + ":" + options.port() + ": ")
        .hasMessageContainingAll(texts)
        .hasMessageNotContaining("..");
  }

  @Test
  void refusesAnAuthorityThatIsNotTrustedAndSaysWhereToNameIt() throws Exception {
    for (TlsOptions tls :
        new TlsOptions[] {
          TlsOptions.builder().ca(OTHER_CA.certificatePem()).build(), // not the one that signed
          TlsOptions.builder().build() // the JVM's trust store
        }) {
      behind(
          SERVER,
          null,
          (options, relay) ->
              refusedWith(options.tls(tls).build(), "no authority that is trusted", "option ca"));
    }
  }

  @Test
  void refusesACertificateForAnotherHostAndNamesIt() throws Exception {
    TestIdentity elsewhere = CA.issue("elsewhere", "ch1.example.com");
    for (String host : new String[] {"localhost", "127.0.0.1"}) {
      behind(
          elsewhere,
          null,
          (options, relay) ->
              refusedWith(
                  options.host(host).tls(trustingCa().build()).build(),
                  "not one for this host",
                  host));
    }
  }

  @Test
  void refusesACertificateThatExpired() throws Exception {
    behind(
        CA.issueExpired("old", "localhost", "127.0.0.1"),
        null,
        (options, relay) ->
            refusedWith(options.tls(trustingCa().build()).build(), "has expired", "renew"));
  }

  @Test
  void withoutVerificationAcceptsAnyServer() throws Exception {
    TlsOptions tls = TlsOptions.builder().verify(false).build();
    for (TestIdentity identity :
        new TestIdentity[] {
          CA.issue("elsewhere", "ch1.example.com"),
          CA.issueExpired("old", "localhost"),
          OTHER_CA.issue("nameless")
        }) {
      behind(identity, null, (options, relay) -> wholeSession(options.tls(tls).build()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void showsItsCertificateToAServerThatWantsOne(String protocol) throws Exception {
    TestIdentity client = OTHER_CA.issue("client");
    TlsOptions tls = trustingCa().cert(client.certificatePem()).key(client.keyPem()).build();
    behind(
        SERVER,
        OTHER_CA,
        (options, relay) -> {
          relay.protocols(protocol);
          wholeSession(options.tls(tls).build());
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void saysThatAClientCertificateIsMissingOrRefused(String protocol) throws Exception {
    behind(
        SERVER,
        OTHER_CA,
        (options, relay) -> {
          relay.protocols(protocol);
          refusedWith(options.tls(trustingCa().build()).build(), "client certificate");
        });
    TestIdentity old = OTHER_CA.issueExpired("old client");
    behind(
        SERVER,
        OTHER_CA,
        (options, relay) -> {
          relay.protocols(protocol);
          refusedWith(
              options
                  .tls(trustingCa().cert(old.certificatePem()).key(old.keyPem()).build())
                  .build(),
              "refuses the client certificate");
        });
  }

  @Test
  void saysThatAPortDoesNotSpeakTls() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readByte();
              peer.sendException(101, "Unexpected packet from client");
            })) {
      refusedWith(server.options().tls(trustingCa().build()).build(), "does not speak TLS", "9440");
    }
  }

  @Test
  void saysThatAPortSpeaksTls() throws Exception {
    behind(
        SERVER,
        null,
        (options, relay) ->
            assertThatThrownBy(() -> wholeSession(options.build()))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("turn TLS on"));
  }
}
