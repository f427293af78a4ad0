/**
 * Linking of users with providers: link tokens, the OAuth, password and e-mail flows, demo
 * connections and the hosted pages.
 *
 * <p>Owns the table link_session, the address link.command and the child process of the demo
 * simulator.
 *
 * <p>A link token identifies a session. The session chooses a flow, the flow obtains a grant from
 * the provider, and {@link io.tributary.link.ConnectionCreator} turns the grant into a connection
 * in one transaction that also consumes the token.
 *
 * <p>Start with {@link io.tributary.link.LinkFlow}.
 */
package io.tributary.link;
