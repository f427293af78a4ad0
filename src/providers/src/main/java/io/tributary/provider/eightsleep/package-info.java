/**
 * Eight Sleep: nights on a mattress that measures, read with the user's own password. Nobody has
 * published the interface; facts and choices are in ADR 0111. Owns no tables, addresses or events.
 */
package io.tributary.provider.eightsleep;
