/**
 * How a user connects a provider: link tokens, OAuth, demo connections, the hosted page. Owns table
 * link_session, address link.command and the child process of the demo simulator.
 */
package io.tributary.link;
