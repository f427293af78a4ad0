/**
 * Pushes of providers: the address they come to, what they tell, and the reads that follow. Owns
 * table provider_hint, address inbound.command, queue hint, path /v2/provider/{provider}/push.
 */
package io.tributary.notification;
