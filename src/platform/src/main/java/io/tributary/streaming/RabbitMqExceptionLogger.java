package io.tributary.streaming;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import java.lang.System.Logger.Level;

/**
 * Logs errors that the RabbitMQ client does not report to its callers.
 *
 * <p>The end of a connection fails its messages, which is recorded in the message log, so it is
 * logged here at DEBUG only.
 */
final class RabbitMqExceptionLogger extends ForgivingExceptionHandler {
  private static final System.Logger LOG =
      System.getLogger(RabbitMqExceptionLogger.class.getName());

  @Override
  public void handleUnexpectedConnectionDriverException(Connection connection, Throwable t) {
    LOG.log(Level.DEBUG, "connection ended", t);
  }

  @Override
  public void handleReturnListenerException(Channel channel, Throwable t) {
    LOG.log(Level.ERROR, "returned message not handled", t);
  }

  @Override
  public void handleConfirmListenerException(Channel channel, Throwable t) {
    LOG.log(Level.ERROR, "confirm not handled", t);
  }

  @Override
  protected void log(String message, Throwable t) {
    LOG.log(Level.DEBUG, message, t);
  }
}
