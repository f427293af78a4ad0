package io.tributary.lab.protocol.fhir;

import io.tributary.testkit.fuzz.FuzzTarget;
import java.util.List;

/** Fuzz targets: FHIR resources of laboratories. */
public final class LabFhirFuzzTargets {
  private LabFhirFuzzTargets() {}

  public static List<FuzzTarget> all() {
    ReportBundle reports =
        new ReportBundle(FhirProfile.defaults("https://tributary.example.com/lab", "fernholt"));
    return List.of(
        FuzzTarget.json("lab/fhir-report", reports::read)
            .expecting(FhirFault.class)
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
        FuzzTarget.json("lab/fhir-answer", LabFhirFuzzTargets::answer)
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
