package io.tributary.sdk;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves the SDK commands. Stateless; runs on virtual threads. */
final class SdkVerticle extends VerticleBase {
  private final Bus bus;
  private final int atOnce;
  private final UploadHandler pusher;
  private final SdkConnections connections;
  private final SyncStateService syncs;
  private final SdkTokens signIns;
  private final PairingCodes codes;

  SdkVerticle(
      Bus bus,
      int atOnce,
      UploadHandler pusher,
      SdkConnections connections,
      SyncStateService syncs,
      SdkTokens signIns,
      PairingCodes codes) {
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
        yield new Ack();
      }
      case PushMessages.SyncState m -> new PushMessages.Answer(syncs.state(m));
      case PushMessages.StartStage m -> {
        syncs.start(m);
        yield new Ack();
      }
      case PushMessages.Progress m -> {
        syncs.progress(m);
        yield new Ack();
      }
      case PushMessages.SignIn m -> new PushMessages.Answer(signIns.signIn(m));
      case PushMessages.MakeCode m -> new PushMessages.Answer(codes.make(m));
      case PushMessages.Renew m -> new PushMessages.Answer(signIns.renew(m));
      case PushMessages.Deauthorise m -> {
        signIns.deauthorise(m);
        yield new Ack();
      }
    };
  }
}
