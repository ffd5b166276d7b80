{{- define "soundings.labels" -}}
app.kubernetes.io/name: soundings
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "soundings.selector" -}}
app.kubernetes.io/name: soundings
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "soundings.secretName" -}}
{{ .Values.existingSecret | default (printf "%s-settings" .Release.Name) }}
{{- end }}

{{/* One line of the settings file. Single quotes keep # and $ as they are, and cannot be escaped. */}}
{{- define "soundings.setting" -}}
{{- if contains "'" .value }}{{ fail (printf "%s must not contain a single quote" .name) }}{{ end -}}
{{ .name }}='{{ .value }}'
{{- end }}

{{- define "soundings.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "soundings.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* What Deployment and StatefulSet share. */}}
{{- define "soundings.pod" -}}
metadata:
  labels:
    {{- include "soundings.labels" . | nindent 4 }}
    app.kubernetes.io/component: server
  annotations:
    {{- /* A change of the settings replaces the pods. */}}
    checksum/settings: {{ include (print $.Template.BasePath "/secret.yaml") . | sha256sum }}
spec:
  automountServiceAccountToken: false
  # The variables of other services could be taken for settings.
  enableServiceLinks: false
  # Longer than requests take, and than the wait before SIGTERM. A download that takes longer breaks off.
  terminationGracePeriodSeconds: 40
  securityContext:
    {{- include "soundings.podSecurity" 1000 | nindent 4 }}
  containers:
    - name: soundings
      image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      securityContext:
        {{- include "soundings.containerSecurity" . | nindent 8 }}
      env:
        - name: BASE_URL
          value: {{ printf "https://%s" (required "set host to the name that people use, such as surveys.example.org" .Values.host) | quote }}
        - name: TRUST_PROXY
          value: {{ .Values.trustProxy | quote }}
        - name: SETTINGS_FILE
          value: /run/secrets/soundings/settings
        {{- if eq .Values.database.engine "postgres" }}
        - name: SECRET_FILE
          value: /run/secrets/soundings/secret
        {{- else }}
        # A folder of its own in the volume, so that only the server's user can read it.
        - name: DATA_DIR
          value: /var/lib/soundings/data
        {{- end }}
        {{- if .Values.metrics }}
        - name: METRICS_PORT
          value: '9464'
        {{- end }}
        {{- range $name, $value := .Values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      ports:
        - name: http
          containerPort: 3000
        {{- if .Values.metrics }}
        - name: metrics
          containerPort: 9464
        {{- end }}
      # A migration comes before the server listens, and takes as long as it needs: here, an hour.
      startupProbe:
        httpGet:
          path: /healthz
          port: http
        periodSeconds: 2
        failureThreshold: 1800
      # Whether the process is alive. A check of /readyz would restart it for nothing while the database is down.
      livenessProbe:
        httpGet:
          path: /healthz
          port: http
        timeoutSeconds: 5
      readinessProbe:
        httpGet:
          {{- /* On a nearly full disk the only server still answers reads, although it is not ready. */}}
          path: {{ eq .Values.database.engine "embedded" | ternary "/healthz" "/readyz" }}
          port: http
        periodSeconds: 5
        timeoutSeconds: 4
      lifecycle:
        preStop:
          exec:
            # Until proxies have heard that this pod is leaving.
            command: [sleep, '5']
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - name: settings
          mountPath: /run/secrets/soundings
          readOnly: true
        - name: tmp
          mountPath: /tmp
        {{- if eq .Values.database.engine "embedded" }}
        - name: data
          mountPath: /var/lib/soundings
        {{- end }}
  volumes:
    - name: settings
      secret:
        secretName: {{ include "soundings.secretName" . }}
        defaultMode: 0440
    - name: tmp
      emptyDir: {}
{{- end }}
