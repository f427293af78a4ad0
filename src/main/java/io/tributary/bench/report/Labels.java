package io.tributary.bench.report;

import java.util.List;

/** What laboratories write before the name of the patient, the days and the numbers. */
final class Labels {
  private static final List<Look.Told> ORDER =
      List.of(
          Look.Told.NAME,
          Look.Told.BIRTH,
          Look.Told.SEX,
          Look.Told.AGE,
          Look.Told.SPECIMEN,
          Look.Told.COLLECTED,
          Look.Told.RECEIVED,
          Look.Told.REPORTED,
          Look.Told.DOCTOR,
          Look.Told.PATIENT_ID);

  private static final List<String> ALL =
      List.of(
          "Patient Name;DOB;Sex;Age;Specimen ID;"
              + "Date Collected;Date Received;Date Reported;Ordering Physician;Patient ID",
          "Patient;Date of Birth;Gender;Age;Accession No;"
              + "Collected;Received;Reported;Requesting Provider;MRN",
          "Name;D.O.B.;Sex;Age;Lab No.;"
              + "Sample Collected;Sample Received;Report Date;Referred By;Patient ID",
          "PATIENT;DOB;SEX;AGE;SPECIMEN;" + "COLLECTED;RECEIVED;REPORTED;PHYSICIAN;PATIENT ID",
          "Patient Name;Date of Birth;Gender;Age;Barcode;"
              + "Collection Date & Time;Receipt Date & Time;Report Date & Time;Ref. Doctor;UHID",
          "Surname, Forename;Date of birth;Sex;Age;Lab Reference;"
              + "Specimen collected;Specimen received;Report issued;Requested by;NHS No",
          "Pt. Name;Birth Date;Sex;Age / Gender;Sample ID;"
              + "Collected On;Received On;Reported On;Ref. By;Reg. No.",
          "Patient name;Born;Sex;Age;Episode;"
              + "Taken;Registered;Validated;Clinician;Hospital No.",
          "Patient;Birthdate;Sex at birth;Age;Requisition #;"
              + "Collection Date;Received Date;Final Report Date;Ordered By;Health Card",
          "PATIENT NAME;D.O.B;GENDER;AGE/SEX;LAB ID;"
              + "COLLECTED AT;RECEIVED AT;REPORTED AT;DOCTOR;NRIC/PASSPORT");

  private Labels() {}

  /**
   * @param which of the manners, counted round
   */
  static String of(Look.Told kind, int which) {
    return ALL.get(which % ALL.size()).split(";")[ORDER.indexOf(kind)];
  }
}
