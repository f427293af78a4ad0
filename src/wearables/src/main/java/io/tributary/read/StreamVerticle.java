package io.tributary.read;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.db.Db;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves reads that compute with stored samples, on virtual threads. Stateless. */
public final class StreamVerticle extends VerticleBase {
  /** Low, because a night may have tens of thousands of samples. */
  private static final int CONCURRENCY = 8;

  private final Bus bus;
  private final SleepStreams sleeps;

  public StreamVerticle(Bus bus, Db db, StoredSamples samples) {
    this.bus = bus;
    this.sleeps = new SleepStreams(db, samples);
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.STREAM, StreamMessages.class, CONCURRENCY, this::handle);
  }

  private BusMessage handle(StreamMessages message) {
    return switch (message) {
      case StreamMessages.ReadSleep m ->
          new StreamMessages.StreamDocument(sleeps.read(m.tenant(), m.sleep()));
    };
  }
}
