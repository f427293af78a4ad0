/**
 * Background job runners: bounded slots, wake-ups with polling as a fallback, and draining on stop.
 *
 * <p>{@link JobRunner} claims rows that any node may process. {@link KeyedSemaphore} limits the
 * slots per provider. {@link PeriodicTask} runs maintenance at an interval. Owns no table. Start
 * with {@link JobRunner}.
 */
package io.tributary.job;
