package io.tributary.lab.document;

import java.time.LocalDate;

/**
 * What stands on a tube.
 *
 * @param number of the requisition
 */
public record TubeLabel(
    String number,
    String patient,
    LocalDate birthDate,
    String sex,
    LocalDate collected,
    String laboratory) {}
