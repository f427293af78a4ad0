package io.tributary.lab.protocol.fhir;

import io.tributary.testkit.fuzz.Target;
import java.util.List;

/** What laboratories say in FHIR. */
public final class FhirTargets {
  private FhirTargets() {}

  public static List<Target> all() {
    ReportBundle reports =
        new ReportBundle(FhirProfile.defaults("https://tributary.example.com/lab", "fernholt"));
    return List.of(
        Target.json("lab/fhir-report", reports::read)
            .refusing(FhirFault.class)
            .seed(ReportBundleTest.WHOLE)
            .words(
                "Observation",
                "Patient",
                "final",
                "#o",
                "urn:uuid:11111111-1111-4111-8111-111111111111",
                "<",
                ">=",
                "mg/dL",
                "2026",
                "2026-03",
                "http://unitsofmeasure.org",
                "data-absent-reason"),
        Target.json("lab/fhir-answer", FhirTargets::answer)
            .seed(
                """
                {"resourceType":"Bundle","type":"transaction-response","entry":[{"response":{"status":"201 Created",
                 "location":"ServiceRequest/7/_history/1","outcome":{"resourceType":"OperationOutcome",
                 "issue":[{"severity":"error","code":"invalid","details":{"text":"x"}}]}},"resource":{"resourceType":"ServiceRequest","id":"7"}}]}
                """,
                """
                {"resourceType":"OperationOutcome","issue":[{"severity":"fatal","code":"transient","diagnostics":"x"}]}
                """));
  }

  private static void answer(byte[] in) {
    FhirOrderResponse.read(200, in);
    FhirOrderResponse.read(422, in);
    FhirOrderResponse.createdRequests(in);
  }
}
