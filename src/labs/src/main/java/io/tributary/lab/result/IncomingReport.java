package io.tributary.lab.result;

import io.tributary.core.Environment;
import io.tributary.lab.protocol.LabReport;
import java.util.Optional;
import java.util.UUID;

/**
 * A received report.
 *
 * @param rawMessage ID of the stored message; the same ID means the same message
 * @param accountNumber recipient of the message, possibly our account at the laboratory; a number
 *     with a patient takes precedence
 */
public record IncomingReport(
    UUID rawMessage,
    int lab,
    Optional<String> accountNumber,
    Environment environment,
    LabReport report) {}
