package io.tributary.lab.exchange;

import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.hl7.AckCode;
import io.tributary.lab.protocol.hl7.AckPolicy;
import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.tributary.lab.protocol.hl7.OrderWriter;
import io.tributary.lab.protocol.hl7.OruReader;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes and reads HL7 v2 messages in the dialect of a profile. */
final class Hl7Adapter implements LabAdapter {
  private final Function<String, Hl7Profile> profiles;
  private final OruReader reader;

  /** Cached, because a writer is expensive to create. */
  private final Map<String, OrderWriter> writers = new ConcurrentHashMap<>();

  /**
   * @param profiles profile of each laboratory of the link
   * @param inbound profile for reading reports
   */
  Hl7Adapter(Function<String, Hl7Profile> dialects, Hl7Profile inbound) {
    this.profiles = dialects;
    this.reader = new OruReader(inbound);
  }

  @Override
  public byte[] write(LabOrder order, String lab, String controlId, Instant now) {
    return writers
        .computeIfAbsent(lab, l -> new OrderWriter(profiles.apply(l)))
        .write(order, controlId, now);
  }

  @Override
  public LabReport read(byte[] message) {
    return reader.read(message);
  }

  @Override
  public LabAck readAnswer(byte[] message) {
    return toAck(OrderResponse.read(message), message);
  }

  /** Maps an acknowledgement to the next action. */
  static LabAck toAck(OrderResponse answer, byte[] raw) {
    NextStep next = AckPolicy.nextStep(answer);
    AckCode code = answer.code();
    // A reject code (AR, CR) means a faulty envelope, which is our error; an error code means that
    // the order is refused.
    boolean refused = next == NextStep.PARK && code != AckCode.AR && code != AckCode.CR;
    String error =
        answer.errors().stream()
            .map(OrderResponse.ResponseError::code)
            .filter(c -> c.matches("[A-Za-z0-9_.-]{1,20}"))
            .distinct()
            .limit(10)
            .collect(Collectors.joining(","));
    return new LabAck(next, refused, code.name(), Optional.of(answer.controlId()), error, raw);
  }
}
