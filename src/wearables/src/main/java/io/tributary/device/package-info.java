/**
 * Devices from which users' data originate.
 *
 * <p>Owns the table {@code device} and emits {@code provider.device.created} and {@code
 * provider.device.updated}. Devices are recorded in the transaction that stores the data that
 * mentions them, and are identified by the provider's ID or by manufacturer, model and source type.
 *
 * <p>Start with {@link DeviceRegistry}.
 */
package io.tributary.device;
