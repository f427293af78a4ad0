package io.tributary.lab.exchange;

import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.fhir.FhirFault;
import io.tributary.lab.protocol.fhir.FhirOrderResponse;
import io.tributary.lab.protocol.fhir.FhirProfile;
import io.tributary.lab.protocol.fhir.OrderBundle;
import io.tributary.lab.protocol.fhir.ReportBundle;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Writes and reads FHIR R4 messages in the dialect of a profile. */
final class FhirAdapter implements LabAdapter {
  private final Function<String, FhirProfile> profiles;
  private final ReportBundle reader;

  /**
   * @param inbound profile for reading reports
   */
  FhirAdapter(Function<String, FhirProfile> dialects, FhirProfile inbound) {
    this.profiles = dialects;
    this.reader = new ReportBundle(inbound);
  }

  @Override
  public byte[] write(LabOrder order, String lab, String controlId, Instant now) {
    return new OrderBundle(profiles.apply(lab)).write(order, controlId, now);
  }

  @Override
  public LabReport read(byte[] message) {
    return reader.read(message);
  }

  /** Answers over HTTP arrive with their request, so a separate answer is an error. */
  @Override
  public LabAck readAnswer(byte[] message) {
    throw new FhirFault(
        FhirFault.Kind.NOT_SUPPORTED, "unsolicited acknowledgments are not supported");
  }

  /**
   * @param keep whether to store the response body of an accepted message as well
   */
  static LabAck toAck(int status, FhirOrderResponse answer, byte[] body, boolean keep) {
    boolean accepted = status / 100 == 2 && answer.error().isEmpty();
    return new LabAck(
        answer.next(),
        answer.rejected(),
        String.valueOf(status),
        Optional.empty(),
        answer.error(),
        accepted && !keep ? new byte[0] : body);
  }
}
