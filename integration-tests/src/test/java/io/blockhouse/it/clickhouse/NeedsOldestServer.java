// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Skips the test, and says why, where ClickHouse 18.16 is not installed; unless it is required
 * ({@link OldClickHouse#REQUIRED_PROPERTY}): then the test runs, and fails with the reason.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OldestServerCondition.class)
public @interface NeedsOldestServer {}
