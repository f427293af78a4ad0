package io.tributary.tools.corpus;

import java.util.List;

/** Labels that laboratories print before the patient's name, the dates and the numbers. */
final class ReportLabels {
  private static final List<TextStyle.HeaderField> ORDER =
      List.of(
          TextStyle.HeaderField.NAME,
          TextStyle.HeaderField.BIRTH,
          TextStyle.HeaderField.SEX,
          TextStyle.HeaderField.AGE,
          TextStyle.HeaderField.SPECIMEN,
          TextStyle.HeaderField.COLLECTED,
          TextStyle.HeaderField.RECEIVED,
          TextStyle.HeaderField.REPORTED,
          TextStyle.HeaderField.DOCTOR,
          TextStyle.HeaderField.PATIENT_ID);

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
              + "COLLECTED AT;RECEIVED AT;REPORTED AT;DOCTOR;NRIC/PASSPORT",
          "Patient;DOB;Legal Sex;Age;Order #;"
              + "Collection Time;Receive Time;Result Time;Authorizing Provider;MRN",
          "Patient Name;Date of Birth;Gender;Age;Control Number;"
              + "Date Collected;Date Entered;Date Reported;Physician Name;Alt Patient ID",
          "PT NAME;BIRTHDATE;SEX;AGE;SAMPLE NO;" + "DRAWN;RECD;RESULTED;PROVIDER;CHART NO",
          "Name;Birth date;Sex;Age;Accession number;"
              + "Date collected;Date received;Date resulted;Ordering clinician;Member number",
          "Patient;D.o.B.;Sex;Age;Lab Number;"
              + "Sample Date;Booked In;Authorised;Consultant / GP;CHI No",
          "Patient Name;Date of Birth;Gender;Age;Episode No;"
              + "Date Taken;Date Received;Date of Issue;Consultant;Hospital No",
          "Patient;Date of birth (geb.);Sex (Geschl.);Age;Order no. (Auftrag);Collected"
              + " (Entnahme);Received (Eingang);Reported (Befund);Referrer (Einsender);Patient no.",
          "Patient;Born on;Sex;Age;File no.;"
              + "Sampled on;Registered on;Edited on;Prescriber;Patient no.",
          "Patient;Date of birth;Sex;Age;Request No.;"
              + "Extraction date;Admission date;Report date;Requesting doctor;History No.",
          "Name;Born;M/F;Age;Order no.;" + "Sample date;Arrival;Report date;GP;Patient no.",
          "Patient;Date of birth;Sex;Age;Sample no.;"
              + "Sampling time;Arrival;Report date;Referrer;Record no.",
          "Patient Name;Date of Birth;Gender;Age/Gender;Visit ID;"
              + "Sample Drawn On;Sample Received On;Report Released On;Ref. Consultant;MR No.",
          "Patient Name;Date of Birth;Sex;Age / Sex;Sample No.;"
              + "Collection Date;Receiving Date;Reporting Date;Physician;File No.",
          "PATIENT;BORN;SEX;AGE;LAB NO;" + "COLLECTED;RECEIVED;REPORTED;REFERRER;UR NO",
          "Client;Date of birth;Sex;Age;Order;"
              + "Collection date;Entry;Release date;Doctor;Record",
          "Patient;D.O.B.;Gender;Age;Requisition No;"
              + "Date Collected;Date Received;Date Reported;Ref. Doctor;Folder No");

  private ReportLabels() {}

  /**
   * @param which index of the wording, modulo the number of wordings
   */
  static String of(TextStyle.HeaderField kind, int which) {
    return ALL.get(which % ALL.size()).split(";")[ORDER.indexOf(kind)];
  }
}
