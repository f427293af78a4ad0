package io.tributary.lab.exchange;

import io.tributary.db.SqlErrors;
import io.tributary.lab.protocol.hl7.AckCode;
import io.tributary.lab.protocol.mllp.MllpEvents;
import io.tributary.lab.protocol.mllp.MllpFault;
import java.lang.System.Logger.Level;
import javax.net.ssl.SSLException;

/** Logs and counts connection events. */
final class ConnectionEventLogger implements MllpEvents {
  private static final System.Logger LOG = System.getLogger(ConnectionEventLogger.class.getName());

  private final ExchangeMetrics meters;

  ConnectionEventLogger(ExchangeMetrics meters) {
    this.meters = meters;
  }

  @Override
  public void rejected(String peer) {
    LOG.log(Level.WARNING, "peer=" + peer + " connection rejected");
    meters.countFault("turned_away");
  }

  @Override
  public void handshakeFailed(SSLException why) {
    LOG.log(Level.WARNING, "inbound connection: TLS handshake failed: " + SafeErrorKind.kind(why));
    meters.countFault("handshake");
  }

  @Override
  public void connectFailed(Throwable why, long pauseMillis) {
    LOG.log(
        Level.WARNING,
        "not connected, retry in " + pauseMillis + " ms: " + why.getClass().getSimpleName());
    meters.countFault("connect");
  }

  @Override
  public void protocolFault(String peer, MllpFault why) {
    LOG.log(Level.WARNING, "peer=" + peer + " given up: " + why.kind());
    meters.countFault("broken");
  }

  @Override
  public void acknowledged(String peer, AckCode code) {
    if (!code.isAccept()) {
      LOG.log(Level.WARNING, "peer=" + peer + " answered " + code);
    }
  }

  @Override
  public void storeFailed(String peer, Throwable why) {
    // The laboratory repeats a message that was not acknowledged.
    Level level = SqlErrors.isTransient(why) ? Level.WARNING : Level.ERROR;
    LOG.log(level, "peer=" + peer + " message not stored: " + SafeErrorKind.describe(why));
    meters.countFault("store");
  }
}
