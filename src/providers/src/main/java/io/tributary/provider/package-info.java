/**
 * Service provider interface of wearable and device providers. Defines the adapter parts, the
 * descriptor of each slug, the HTTP client with retries and circuit breakers, and the exceptions by
 * which callers react to failures. Each adapter is a package below. Owns no tables; the catalog of
 * slugs is the resource {@code provider/catalog.json}. Sends the throttle messages of {@link
 * ThrottleMessages}.
 *
 * <p>Start with {@link Adapter}.
 */
package io.tributary.provider;
