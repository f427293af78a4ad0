/**
 * A client that shows the whole service at work from outside, over HTTP alone: links people of the
 * provider simulator, triggers their history, verifies every webhook and reads everything back.
 */
package io.tributary.tools.demo;
