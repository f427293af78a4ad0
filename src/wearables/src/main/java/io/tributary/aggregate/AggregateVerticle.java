package io.tributary.aggregate;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves {@code aggregate.command} with limited concurrency on virtual threads. */
final class AggregateVerticle extends VerticleBase {
  private final Bus bus;
  private final QueryRunner runner;
  private final SourcePriorityRepo priorities;
  private final int concurrency;

  AggregateVerticle(Bus bus, QueryRunner runner, SourcePriorityRepo priorities, int atOnce) {
    this.bus = bus;
    this.runner = runner;
    this.priorities = priorities;
    this.concurrency = atOnce;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.AGGREGATE, AggregateMessages.class, concurrency, this::handle);
  }

  private BusMessage handle(AggregateMessages message) {
    return switch (message) {
      case AggregateMessages.RunQuery m ->
          new AggregateMessages.RenderedJson(runner.runBatch(m.tenant(), m.user(), m.batch()));
      case AggregateMessages.SetPriorities m ->
          new AggregateMessages.JsonReply(priorities.set(m.tenant(), m.priorities()));
      case AggregateMessages.RenderedJson m -> throw new IllegalArgumentException("a reply");
      case AggregateMessages.JsonReply m -> throw new IllegalArgumentException("a reply");
    };
  }
}
