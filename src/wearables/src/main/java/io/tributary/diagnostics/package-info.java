/**
 * The connection doctor: tells an operator what to register with a provider, what of the setup does
 * not work and what to do about it, and tries the whole way against the provider's simulator.
 */
package io.tributary.diagnostics;
