/**
 * A stand-in for the cloud of Dexcom: its authorisation with refresh tokens of a single use, and
 * version 3 of its data. A separate program: nothing else imports it, and it owns no tables,
 * addresses or events.
 */
package io.tributary.simulators.dexcom;
