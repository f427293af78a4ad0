/**
 * The minimal lower layer protocol: framing, a client with one message under way, a server that
 * acknowledges what has been stored. Owns no table, address or event.
 */
package io.tributary.lab.protocol.mllp;
