/**
 * A stand-in for the Oura cloud that runs beside the service: OAuth pages and tokens, the v2 data
 * endpoints, webhook subscriptions and their sender, and {@code /control/} levers for tests. A
 * separate program: nothing else imports it, and it owns no tables, addresses or events.
 */
package io.tributary.simulators.oura;
