/**
 * Generated data for demo connections of providers that have no simulator.
 *
 * <p>The data depend only on the user, the provider and the day, so every node returns the same at
 * every read. The package owns no tables, addresses or events. Start with {@link DemoAdapter}.
 */
package io.tributary.provider.demo;
