package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.hl7.AckCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLException;

/** Records connection events. */
final class RecordingMllpEvents implements MllpEvents {
  final List<String> events = new CopyOnWriteArrayList<>();

  @Override
  public void connected(String peer) {
    events.add("connected");
  }

  @Override
  public void rejected(String peer) {
    events.add("connection rejected");
  }

  @Override
  public void handshakeFailed(SSLException why) {
    events.add("handshake failed");
  }

  @Override
  public void disconnected(String peer) {
    events.add("disconnected");
  }

  @Override
  public void connectFailed(Throwable why, long pauseMillis) {
    events.add("connect failed");
  }

  @Override
  public void protocolFault(String peer, MllpFault why) {
    events.add("broken " + why.kind());
  }

  @Override
  public void acknowledged(String peer, AckCode code) {
    events.add("answered " + code);
  }

  @Override
  public void storeFailed(String peer, Throwable why) {
    events.add("receiver failed");
  }

  @Override
  public void unexpectedMessage(String peer) {
    events.add("stray");
  }

  long count(String what) {
    return events.stream().filter(what::equals).count();
  }
}
