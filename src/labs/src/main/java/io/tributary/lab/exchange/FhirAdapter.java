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

/** FHIR R4 in the dialect of a profile. */
final class FhirAdapter implements LabAdapter {
  private final Function<String, FhirProfile> dialects;
  private final ReportBundle reader;

  /**
   * @param inbound in which reports are read
   */
  FhirAdapter(Function<String, FhirProfile> dialects, FhirProfile inbound) {
    this.dialects = dialects;
    this.reader = new ReportBundle(inbound);
  }

  @Override
  public byte[] write(LabOrder order, String lab, String controlId, Instant now) {
    return new OrderBundle(dialects.apply(lab)).write(order, controlId, now);
  }

  @Override
  public LabReport read(byte[] message) {
    return reader.read(message);
  }

  /** Over HTTP an answer comes with its question. */
  @Override
  public LabAck answer(byte[] message) {
    throw new FhirFault(FhirFault.Kind.NOT_SUPPORTED, "no answers come by themselves");
  }

  /**
   * @param keep whether what a laboratory says to a message it accepts is kept as well
   */
  static LabAck heard(int status, FhirOrderResponse answer, byte[] body, boolean keep) {
    boolean accepted = status / 100 == 2 && answer.error().isEmpty();
    return new LabAck(
        answer.next(),
        answer.refused(),
        String.valueOf(status),
        Optional.empty(),
        answer.error(),
        accepted && !keep ? new byte[0] : body);
  }
}
