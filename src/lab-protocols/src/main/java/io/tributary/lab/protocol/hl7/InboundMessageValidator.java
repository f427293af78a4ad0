package io.tributary.lab.protocol.hl7;

import java.util.Set;

/** Rejects inbound messages that are not meant for this service, before they are stored. */
public final class InboundMessageValidator {
  private static final Set<String> VERSIONS = Set.of("2.3", "2.3.1", "2.4", "2.5", "2.5.1");

  private final boolean production;

  /**
   * @param production true accepts only production messages, false only test messages
   */
  public InboundMessageValidator(boolean production) {
    this.production = production;
  }

  /**
   * Validates a result message on a laboratory's connection.
   *
   * @throws Hl7Fault with the reason
   */
  public void requireResult(MessageHeader header) {
    if (header.controlId().isEmpty()) {
      throw new Hl7Fault(
          ErrorCode.REQUIRED_FIELD_MISSING, "MSH-10", "the message control ID is missing");
    }
    if (header.type().isEmpty()) {
      throw new Hl7Fault(ErrorCode.REQUIRED_FIELD_MISSING, "MSH-9", "the message type is missing");
    }
    if (!header.type().equals("ORU")) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_TYPE, "MSH-9", "results must be sent as ORU");
    }
    if (!header.event().equals("R01")) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_EVENT, "MSH-9", "results must be sent as R01");
    }
    if (!VERSIONS.contains(header.version())) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_VERSION, "MSH-12", "unknown version");
    }
    boolean fits = header.processingId().equals("P") == production;
    if (!fits || !Set.of("P", "T", "D").contains(header.processingId())) {
      throw new Hl7Fault(
          ErrorCode.UNSUPPORTED_PROCESSING_ID,
          "MSH-11",
          production ? "only production messages are accepted" : "only test messages are accepted");
    }
  }
}
