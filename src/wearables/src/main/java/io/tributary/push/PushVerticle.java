package io.tributary.push;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.bus.Done;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves the commands; holds nothing. Runs on virtual threads. */
final class PushVerticle extends VerticleBase {
  private final Bus bus;
  private final int atOnce;
  private final Pusher pusher;
  private final PushConnections connections;
  private final Syncs syncs;
  private final SignIns signIns;
  private final LinkCodes codes;

  PushVerticle(
      Bus bus,
      int atOnce,
      Pusher pusher,
      PushConnections connections,
      Syncs syncs,
      SignIns signIns,
      LinkCodes codes) {
    this.bus = bus;
    this.atOnce = atOnce;
    this.pusher = pusher;
    this.connections = connections;
    this.syncs = syncs;
    this.signIns = signIns;
    this.codes = codes;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.PUSH, PushMessages.class, atOnce, this::on);
  }

  private BusMessage on(PushMessages message) {
    return switch (message) {
      case PushMessages.Store m -> new PushMessages.Answer(pusher.store(m));
      case PushMessages.Connect m -> {
        connections.connect(m);
        yield new Done();
      }
      case PushMessages.SyncState m -> new PushMessages.Answer(syncs.state(m));
      case PushMessages.StartStage m -> {
        syncs.start(m);
        yield new Done();
      }
      case PushMessages.Progress m -> {
        syncs.progress(m);
        yield new Done();
      }
      case PushMessages.SignIn m -> new PushMessages.Answer(signIns.signIn(m));
      case PushMessages.MakeCode m -> new PushMessages.Answer(codes.make(m));
      case PushMessages.Renew m -> new PushMessages.Answer(signIns.renew(m));
      case PushMessages.Deauthorise m -> {
        signIns.deauthorise(m);
        yield new Done();
      }
    };
  }
}
