/**
 * The devices that users' data come from. Owns table device; emits provider.device.created and
 * provider.device.updated.
 */
package io.tributary.device;
