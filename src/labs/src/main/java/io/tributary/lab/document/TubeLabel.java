package io.tributary.lab.document;

import java.time.LocalDate;

/**
 * Content of a tube label.
 *
 * @param number requisition number
 */
public record TubeLabel(
    String number,
    String patient,
    LocalDate birthDate,
    String sex,
    LocalDate collected,
    String laboratory) {}
