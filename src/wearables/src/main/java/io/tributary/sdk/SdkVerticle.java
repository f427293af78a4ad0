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
  private final int concurrency;
  private final UploadHandler uploads;
  private final SdkConnections connections;
  private final SyncStateService syncs;
  private final SdkTokens tokens;
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
    this.concurrency = atOnce;
    this.uploads = pusher;
    this.connections = connections;
    this.syncs = syncs;
    this.tokens = signIns;
    this.codes = codes;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.PUSH, PushMessages.class, concurrency, this::on);
  }

  private BusMessage on(PushMessages message) {
    return switch (message) {
      case PushMessages.Store m -> new PushMessages.Answer(uploads.store(m));
      case PushMessages.Connect m -> {
        connections.connect(m);
        yield new Ack();
      }
      case PushMessages.SyncState m -> new PushMessages.Answer(syncs.syncState(m));
      case PushMessages.StartStage m -> {
        syncs.startStage(m);
        yield new Ack();
      }
      case PushMessages.Progress m -> {
        syncs.recordProgress(m);
        yield new Ack();
      }
      case PushMessages.SignIn m -> new PushMessages.Answer(tokens.signIn(m));
      case PushMessages.MakeCode m -> new PushMessages.Answer(codes.create(m));
      case PushMessages.Renew m -> new PushMessages.Answer(tokens.renew(m));
      case PushMessages.Deauthorize m -> {
        tokens.deauthorize(m);
        yield new Ack();
      }
    };
  }
}
