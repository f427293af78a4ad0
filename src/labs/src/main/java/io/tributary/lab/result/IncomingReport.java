package io.tributary.lab.result;

import io.tributary.core.Environment;
import io.tributary.lab.protocol.LabReport;
import java.util.Optional;
import java.util.UUID;

/**
 * A report that came in.
 *
 * @param rawMessage the id of the message as it is stored; the same id twice is the same message
 * @param accountNumber whom the message is for, which may be our account at the laboratory; what
 *     stands with a patient counts before it
 */
public record IncomingReport(
    UUID rawMessage,
    int lab,
    Optional<String> accountNumber,
    Environment environment,
    LabReport report) {}
