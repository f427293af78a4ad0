package io.tributary.bus;

import io.tributary.core.ServiceException;
import io.tributary.provider.ThrottleMessages;
import io.tributary.testkit.fuzz.FuzzTarget;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Fuzz targets: messages of other nodes. */
public final class BusFuzzTargets {
  private static final List<BusMessage> MESSAGES =
      List.of(
          new ThrottleMessages.PermitRequest(new UUID(1, 2), new UUID(3, 4), 5, true, true),
          new ThrottleMessages.PermitsGranted(true, 250, false, 7),
          Rejected.of(ServiceException.unavailable("try again", Duration.ofSeconds(1))),
          new InternalError("d8032352ad143dd2"),
          new Ack());

  private BusFuzzTargets() {}

  public static List<FuzzTarget> all() {
    RecordCodec codec = new RecordCodec();
    codec.register(ThrottleMessages.PermitRequest.class);
    codec.register(ThrottleMessages.PermitsGranted.class);
    FuzzTarget message =
        FuzzTarget.json("bus/message", in -> decode(codec, framed(in)))
            .expecting(IllegalArgumentException.class)
            .words("PermitRequest", "PermitsGranted", "Rejected", "Ack", "t", "b");
    FuzzTarget frame =
        FuzzTarget.bytes("bus/frame", in -> decode(codec, Buffer.buffer(in)))
            .expecting(IllegalArgumentException.class);
    for (BusMessage m : MESSAGES) {
      Buffer wire = Buffer.buffer();
      codec.encodeToWire(wire, m);
      frame = frame.seed(wire.getBytes());
      message = message.seed(wire.getBytes(Integer.BYTES, wire.length()));
    }
    return List.of(message, frame);
  }

  private static Buffer framed(byte[] json) {
    return Buffer.buffer().appendInt(json.length).appendBytes(json);
  }

  /**
   * Decodes the frame; the handler receives a complete message or none, and a decoded message must
   * be encodable.
   */
  private static void decode(RecordCodec codec, Buffer wire) {
    codec.encodeToWire(Buffer.buffer(), codec.decodeFromWire(0, wire));
  }
}
