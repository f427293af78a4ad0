/**
 * The configuration of one node: an immutable record tree, read once at start from defaults, conf
 * files and TRIBUTARY_ variables. Owns no table, address or event.
 */
package io.tributary.config;
