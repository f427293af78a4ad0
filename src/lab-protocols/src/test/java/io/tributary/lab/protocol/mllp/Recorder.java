package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.hl7.AckCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLException;

/** Remembers what connections told. */
final class Recorder implements MllpEvents {
  final List<String> told = new CopyOnWriteArrayList<>();

  @Override
  public void connected(String peer) {
    told.add("connected");
  }

  @Override
  public void rejected(String peer) {
    told.add("turned away");
  }

  @Override
  public void handshakeFailed(SSLException why) {
    told.add("handshake failed");
  }

  @Override
  public void disconnected(String peer) {
    told.add("disconnected");
  }

  @Override
  public void connectFailed(Throwable why, long pauseMillis) {
    told.add("connect failed");
  }

  @Override
  public void protocolFault(String peer, MllpFault why) {
    told.add("broken " + why.kind());
  }

  @Override
  public void acknowledged(String peer, AckCode code) {
    told.add("answered " + code);
  }

  @Override
  public void storeFailed(String peer, Throwable why) {
    told.add("receiver failed");
  }

  @Override
  public void unexpectedMessage(String peer) {
    told.add("stray");
  }

  long count(String what) {
    return told.stream().filter(what::equals).count();
  }
}
