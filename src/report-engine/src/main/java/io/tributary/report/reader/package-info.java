/**
 * Readers of report files in child processes, which a file may crash without harm to the service.
 * {@link ReaderService} queues requests and manages the processes; {@link ReaderMain} is the
 * process itself and uses the layout and recognition packages. Parent and child exchange JSON with
 * a length prefix over standard input and output. Each process has limits of time, heap and
 * resident memory, and inherits no secrets. Owns no tables and no addresses.
 *
 * <p>Start with {@link ReaderService}.
 */
package io.tributary.report.reader;
