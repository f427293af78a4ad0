/**
 * The providers that push: on-device platforms, Bluetooth readers and values entered by hand. Owns
 * their descriptors and the mapping of pushed envelopes; pure, no tables.
 */
package io.tributary.provider.sdk;
