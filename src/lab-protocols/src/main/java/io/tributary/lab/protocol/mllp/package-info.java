/**
 * Minimal Lower Layer Protocol (MLLP): framing, a client with one outstanding message, and a server
 * that acknowledges stored messages. Unencrypted connections are limited to loopback unless a VPN
 * is configured. Owns no tables, addresses or events.
 *
 * <p>Start with {@link MllpClient} for outbound orders and {@link MllpServer} for inbound results.
 */
package io.tributary.lab.protocol.mllp;
