/**
 * Configuration of one node: an immutable tree of records, read once at the start.
 *
 * <p>Defaults are overridden by the files in the conf directory and by {@code TRIBUTARY_*}
 * environment variables. Each record validates its section, and a failed start reports every fault
 * at once. Owns no table, address or event.
 *
 * <p>Start with {@link ServiceConfig}; {@link Defaults} holds the default values.
 */
package io.tributary.config;
