package io.tributary.lab.protocol.hl7;

import java.util.Set;

/** What is refused before it is stored: messages that are none of ours. */
public final class InboundMessageValidator {
  private static final Set<String> VERSIONS = Set.of("2.3", "2.3.1", "2.4", "2.5", "2.5.1");

  private final boolean production;

  /**
   * @param production whether tests of laboratories are refused here, else what is no test
   */
  public InboundMessageValidator(boolean production) {
    this.production = production;
  }

  /**
   * For results on a connection of a laboratory.
   *
   * @throws Hl7Fault with what is wrong
   */
  public void requireResult(MessageHeader header) {
    if (header.controlId().isEmpty()) {
      throw new Hl7Fault(ErrorCode.REQUIRED_FIELD_MISSING, "MSH-10", "no control id");
    }
    if (header.type().isEmpty()) {
      throw new Hl7Fault(ErrorCode.REQUIRED_FIELD_MISSING, "MSH-9", "no message type");
    }
    if (!header.type().equals("ORU")) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_TYPE, "MSH-9", "results come as ORU");
    }
    if (!header.event().equals("R01")) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_EVENT, "MSH-9", "results come as R01");
    }
    if (!VERSIONS.contains(header.version())) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_VERSION, "MSH-12", "unknown version");
    }
    boolean fits = header.processingId().equals("P") == production;
    if (!fits || !Set.of("P", "T", "D").contains(header.processingId())) {
      throw new Hl7Fault(
          ErrorCode.UNSUPPORTED_PROCESSING_ID,
          "MSH-11",
          production ? "only production messages" : "only test messages");
    }
  }
}
