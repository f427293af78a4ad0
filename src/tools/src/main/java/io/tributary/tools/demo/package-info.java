/**
 * Demo client that exercises the whole service from outside over HTTP. It links people of the
 * provider simulator, triggers their history, verifies every webhook and reads all data back. The
 * package also contains the resilience test of uploads. It owns no tables, addresses or events.
 * Start with {@link io.tributary.tools.demo.Demo}.
 */
package io.tributary.tools.demo;
