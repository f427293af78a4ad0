package io.tributary.bus;

import io.tributary.core.ServiceException;
import io.tributary.provider.ThrottleMessages;
import io.tributary.testkit.fuzz.Target;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Messages of other nodes. */
public final class BusTargets {
  private static final List<BusMessage> MESSAGES =
      List.of(
          new ThrottleMessages.AskCalls(new UUID(1, 2), new UUID(3, 4), 5, true, true),
          new ThrottleMessages.CallsGranted(true, 250, false, 7),
          Rejected.of(ServiceException.unavailable("try again", Duration.ofSeconds(1))),
          new InternalError("d8032352ad143dd2"),
          new Ack());

  private BusTargets() {}

  public static List<Target> all() {
    RecordCodec codec = new RecordCodec();
    codec.register(ThrottleMessages.AskCalls.class);
    codec.register(ThrottleMessages.CallsGranted.class);
    Target message =
        Target.json("bus/message", in -> decode(codec, framed(in)))
            .refusing(IllegalArgumentException.class)
            .words("AskCalls", "CallsGranted", "Refused", "Done", "t", "b");
    Target frame =
        Target.bytes("bus/frame", in -> decode(codec, Buffer.buffer(in)))
            .refusing(IllegalArgumentException.class);
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

  /** A handler gets a message or none, and one that came can go on. */
  private static void decode(RecordCodec codec, Buffer wire) {
    codec.encodeToWire(Buffer.buffer(), codec.decodeFromWire(0, wire));
  }
}
