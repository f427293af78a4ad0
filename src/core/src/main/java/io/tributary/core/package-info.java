/**
 * Basic types that every feature shares: IDs, errors, JSON, times, encryption, pagination and port
 * reservations.
 *
 * <p>Owns no table, address or event, and imports no other package of the project. The exceptions
 * that reach API callers are {@link ServiceException}s; {@link SafeErrorMessage} decides which
 * parts of other exceptions may be logged.
 *
 * <p>Start with {@link ServiceException}, {@link Tenant} and {@link Json}.
 */
package io.tributary.core;
