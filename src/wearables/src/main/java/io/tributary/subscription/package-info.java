/**
 * What providers are asked to push, and the addresses they push to: made, renewed, looked after,
 * ended. Owns tables provider_hook and provider_subscription; wakes queue subscribe.
 */
package io.tributary.subscription;
